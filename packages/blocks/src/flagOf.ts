/** The flag of a country, whose two letters it is made of. */
export function flagOf(country: string): string {
  return String.fromCodePoint(...[...country].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 97))
}
