/** Facts by which an operator chooses a net. */
export const FACE_NETS =
  '`mobilefacenet` matched 1 pair of strangers in 1,000 and missed 1 ID portrait in 100. `dlib` matches as few strangers and is in the public domain, but it leaves 1 ID portrait in 8 to a second try or to a reviewer.';

/** Told where the net is chosen, and when a process starts with it. */
export const MOBILEFACENET_TERMS =
  'Its weights are published under the Apache License 2.0. It was trained on pictures (MS1M) of which InsightFace, who prepared them, says that models trained with them are for non-commercial research only. Ask your lawyers before you use it.';
