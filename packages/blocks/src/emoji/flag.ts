/** The flag emoji of a country by its two-letter code in lower case. */
export function flagEmoji(country: string): string {
  return String.fromCodePoint(...[...country].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 97))
}
