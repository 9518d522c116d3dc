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

/** A fault, and the index of a frame that shows it. The page that took the frames marks the fault on this frame. */
export interface SeenFault {
  readonly fault: FaceFault;
  readonly frame: number;
  /** Where the face is, relative to the picture's size. */
  readonly face?: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
}
