/** The faults that a face in a picture can have. */
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

/** A fault for the page, which has the same frames and marks the fault on one of them. */
export interface SeenFault {
  readonly fault: FaceFault;
  readonly frame: number;
  /** Where the face is, relative to the picture's size. */
  readonly face?: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
}
