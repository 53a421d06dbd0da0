import { createHash } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import { doubledStatement, hasCode, hasOtherStatements } from '#store/postgres/failures'

export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>

/** How often a statement is asked until it gets a name, and how many have one at most. PostgreSQL keeps them for each connection. */
const timesUnnamed = 5
export const mostNames = 250
/** How many statements are counted at most before counting begins anew. */
const mostCounted = 1000
/** Statements that list values are as many as there are lengths of lists: `in ($1, $2, $3, $4, $5`, rows to insert. */
const lists = / in \((\$\d+, ){4}|\), \(\$\d+/
/** In characters: there are few that are longer. */
const longestNamed = 10_000

/**
 * [NOD-21] Gives names to the statements that are asked again and again. PostgreSQL parses a statement with a name once for
 * each connection, which takes longer than to execute it.
 *
 * [NOD-20] A name tells what the statement says: behind a pooler, a connection may have been used by a server of another version.
 */
export class StatementNames {
  /** Called once, with an error of PostgreSQL, when no statement gets a name any more. */
  onEnd: (error: unknown) => void = () => {}
  readonly #names = new Map<string, string>()
  readonly #asked = new Map<string, number>()
  #areOver = false
  readonly #spoiled = new WeakSet<PoolClient>()

  /** Asks a statement, with its name if it has one. */
  ask<R extends QueryResultRow>(client: PoolClient, statement: Statement): Promise<QueryResult<R>> {
    const query = this.queryOf(statement)
    return client.query<R>(query).catch((error: unknown) => {
      if (query.name !== undefined) this.#learn(client, query.name, error)
      throw error
    })
  }

  queryOf({ sql, parameters }: Statement): QueryConfig {
    const name = this.#nameOf(sql)
    return { ...(name !== undefined && { name }), text: sql, values: [...parameters] }
  }

  /** Whether nobody can say what a connection knows by name: PostgreSQL had refused to take up a statement. */
  isSpoiled(client: PoolClient): boolean {
    return this.#spoiled.has(client)
  }

  /**
   * A statement that was refused before it was named, such as after a failure, is not there when it is asked for again. What
   * such a connection says afterwards tells nothing of others.
   */
  #learn(client: PoolClient, name: string, error: unknown): void {
    if (this.#spoiled.has(client)) return
    const isTakenUp = isParsed(client, name)
    if (!isTakenUp) this.#spoiled.add(client)
    if (hasCode(error, doubledStatement) || (isTakenUp && hasOtherStatements(error))) this.#end(error)
  }

  /** No statement gets a name any more: connections do not keep what they were given. */
  #end(error: unknown): void {
    if (this.#areOver) return
    this.#areOver = true
    this.#names.clear()
    this.#asked.clear()
    this.onEnd(error)
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

/** Lists would use up all names, and so would searches, which are different for each number of words. */
function mayHaveName(text: string): boolean {
  return text.length <= longestNamed && !text.includes('@@') && !lists.test(text)
}

/** Whether the driver knows that PostgreSQL has taken up a statement on a connection. */
function isParsed({ connection }: PoolClient, name: string): boolean {
  const parsed: unknown = Reflect.get(connection, 'parsedStatements')
  return typeof parsed === 'object' && parsed !== null && name in parsed
}

/** A name has at most 63 characters. */
function nameFor(text: string): string {
  return `rivulet_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
}
