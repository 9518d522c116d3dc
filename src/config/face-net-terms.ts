/** Told where the net is chosen, and when a process starts with it. */
export const MOBILEFACENET_TERMS =
  'Its weights are published under the Apache License 2.0. It was trained on pictures (MS1M) of which InsightFace, who prepared them, says that models trained with them are for non-commercial research only. Ask your lawyers before you use it.';
