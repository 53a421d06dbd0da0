import type { Tx } from '#store/db'

const minute = 60_000
const hour = 60 * minute

/** [EVT-14] How many events an app is posted in an hour, for each team. */
export const maxEventsPerHour = 30_000

interface CountedMinute {
  minute: number
  events: number
  reported: boolean
}

/**
 * [EVT-14] Limits how many events the apps of a team are posted in an hour. It counts in the database, in the transaction
 * that records the events, so that it counts for all processes.
 */
export class HourlyLimits {
  readonly #tx: Tx
  readonly #teamId: string
  readonly #maxEvents: number
  readonly #now: number
  /** By app: the minutes of the last hour, the current one last. */
  readonly #byApp = new Map<string, CountedMinute[]>()

  constructor(tx: Tx, teamId: string, maxEvents: number) {
    this.#tx = tx
    this.#teamId = teamId
    this.#maxEvents = maxEvents
    this.#now = tx.clock.now()
  }

  /**
   * Counts one event. The first event over the limit in each minute has `minute`, the first second of that minute: the
   * app is told about the limit once a minute.
   */
  async take(appId: string): Promise<{ isAllowed: true } | { isAllowed: false; minute: number | undefined }> {
    let minutes = this.#byApp.get(appId)
    if (!minutes) this.#byApp.set(appId, (minutes = await this.#read(appId)))
    const current = minutes.at(-1)
    if (current && minutes.reduce((sum, { events }) => sum + events, 0) < this.#maxEvents) {
      current.events++
      return { isAllowed: true }
    }
    if (!current || current.reported) return { isAllowed: false, minute: undefined }
    current.reported = true
    return { isAllowed: false, minute: current.minute / 1000 }
  }

  async #read(appId: string): Promise<CountedMinute[]> {
    const current = Math.floor(this.#now / minute) * minute
    const minutes = await this.#tx
      .selectFrom('event_counts')
      .select(['minute', 'events', 'reported'])
      .where('team_id', '=', this.#teamId)
      .where('app_id', '=', appId)
      .where('minute', '>', this.#now - hour)
      .where('minute', '<=', current)
      .orderBy('minute')
      .execute()
    return minutes.at(-1)?.minute === current ? minutes : [...minutes, { minute: current, events: 0, reported: false }]
  }

  /** Keeps what was counted. */
  async save(): Promise<void> {
    for (const [appId, minutes] of this.#byApp) {
      const key = { team_id: this.#teamId, app_id: appId }
      const { minute: current, ...count } = minutes.at(-1) ?? { minute: 0, events: 0, reported: false }
      await this.#tx
        .insertInto('event_counts')
        .values({ ...key, minute: current, ...count })
        .onConflict((conflict) => conflict.columns(['team_id', 'app_id', 'minute']).doUpdateSet(count))
        .execute()
      await this.#tx
        .deleteFrom('event_counts')
        .where('team_id', '=', this.#teamId)
        .where('app_id', '=', appId)
        .where('minute', '<=', this.#now - hour)
        .execute()
    }
  }
}
