/** Describes each face net to an operator who has to choose one. */
export const FACE_NETS =
  '`mobilefacenet` matched 1 pair of strangers in 1,000 and missed 1 ID portrait in 100. `dlib` matches as few strangers and is in the public domain, but for 1 ID portrait in 8 it needs a second try or a reviewer.';

/** The terms of MobileFaceNet. They are shown where the net is chosen, and when a process starts with it. */
export const MOBILEFACENET_TERMS =
  'Its weights are published under the Apache License 2.0. It was trained on pictures (MS1M) that InsightFace prepared. InsightFace says that models trained with them are for non-commercial research only. Ask your lawyers before you use it.';
