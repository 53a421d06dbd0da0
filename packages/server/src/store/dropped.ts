import type { Tables } from './tables/tables.ts'

type TokenKind = Tables['tokens']['kind']

/** How many tokens of dropped teams are remembered. */
const maxTokens = 50_000

/** What a server remembers of teams that were dropped: their rows are gone. */
export class Dropped {
  readonly #teams = new Set<string>()
  readonly #tokens = new Map<string, TokenKind>()

  addTeam(id: string): void {
    this.#teams.add(id)
  }

  removeTeam(id: string): void {
    this.#teams.delete(id)
  }

  hasTeam(id: string): boolean {
    return this.#teams.has(id)
  }

  addTokens(tokens: readonly { hash: string; kind: TokenKind }[]): void {
    for (const { hash, kind } of tokens) this.#tokens.set(hash, kind)
    for (const [hash] of this.#tokens) {
      if (this.#tokens.size <= maxTokens) return
      this.#tokens.delete(hash)
    }
  }

  kindOfToken(hash: string): TokenKind | undefined {
    return this.#tokens.get(hash)
  }

  forget(): void {
    this.#teams.clear()
    this.#tokens.clear()
  }
}
