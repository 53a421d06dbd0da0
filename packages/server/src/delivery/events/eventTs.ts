import type { Selectable } from 'kysely'
import { toTs } from '#domain/ts'
import type { Tables } from '#store/tables/tables'

/** What events need of a log entry besides its change. */
export type Logged = Pick<Selectable<Tables['log']>, 'at' | 'seq' | 'team_id' | 'subject'>

/** When an entry was logged, as a unique ts: log numbers order the entries of one millisecond. */
export function eventTsOf({ at, seq }: Pick<Logged, 'at' | 'seq'>): string {
  return toTs(at * 1000 + (seq % 1000))
}
