/** Faults of a face in a picture, where they can be told. */
export const faceFaults = [
  'no_face',
  'several_faces',
  'face_too_small',
  'face_turned',
  'face_blurred',
  'face_too_dark',
  'face_too_bright',
  'face_unlit',
] as const;
export type FaceFault = (typeof faceFaults)[number];

/** For the page, which has the frames too and shows the fault on one of them. */
export interface SeenFault {
  readonly fault: FaceFault;
  readonly frame: number;
  /** Where the face is, as parts of the picture. */
  readonly face?: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
}
