/** A name that only its owner recognises: the first letter of each part. */
export function masked(names: readonly (string | null | undefined)[], otherwise: string): string {
  const parts = names.flatMap((name) => name?.trim().split(/\s+/) ?? []).filter((part) => part !== '');
  return (parts.length > 0 ? parts : [otherwise]).map(initialOf).join(' ');
}

/** The first letter as people count letters, with its accents. */
function initialOf(word: string): string {
  const [first] = new Intl.Segmenter().segment(word);
  return `${first?.segment ?? ''}•••`;
}
