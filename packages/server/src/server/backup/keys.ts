/** The ids of the keys that these texts are sealed with. */
export function keyIdsOf(sealed: readonly string[]): string[] {
  return [...new Set(sealed.map((text) => text.split('.')[1] ?? ''))]
}
