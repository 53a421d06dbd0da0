import { createHash } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import type { QueryConfig } from 'pg'

export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>

/** How often a statement is asked until it gets a name, and how many have one at most. PostgreSQL keeps them for each connection. */
const timesUnnamed = 5
export const mostNames = 250
/** How many statements are counted at most before counting begins anew. */
const mostCounted = 1000
/** One that is longer, because it lists very many values, is seldom asked twice. Characters. */
const longestNamed = 10_000

/**
 * [NOD-21] Gives names to the statements that are asked again and again. PostgreSQL parses a statement with a name once for
 * each connection, and soon plans it once as well, which otherwise takes longer than to execute it.
 *
 * [NOD-20] A name tells what the statement says: behind a pooler, a connection may have been used by a server of another version.
 */
export class StatementNames {
  readonly #names = new Map<string, string>()
  #asked = new Map<string, number>()
  #areOver = false

  /** The query that asks a statement, with its name if it has one. */
  queryOf({ sql, parameters }: Statement): QueryConfig {
    const name = this.#nameOf(sql)
    return { ...(name !== undefined && { name }), text: sql, values: [...parameters] }
  }

  /** No statement gets a name any more: a connection does not keep what it was given. */
  end(): void {
    this.#areOver = true
    this.#names.clear()
    this.#asked.clear()
  }

  #nameOf(text: string): string | undefined {
    const name = this.#names.get(text)
    if (name !== undefined || this.#areOver || !mayHaveName(text) || this.#names.size === mostNames) return name
    const asked = (this.#asked.get(text) ?? 0) + 1
    if (asked <= timesUnnamed) {
      if (this.#asked.size === mostCounted) this.#asked.clear()
      this.#asked.set(text, asked)
      return undefined
    }
    this.#asked.delete(text)
    const given = nameFor(text)
    this.#names.set(text, given)
    return given
  }
}

/** The best way to search depends on the words: rare ones are looked up in the index, frequent ones are found among the newest messages. */
function mayHaveName(text: string): boolean {
  return text.length <= longestNamed && !text.includes('@@')
}

/** A name has at most 63 characters. */
export function nameFor(text: string): string {
  return `rivulet_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
}
