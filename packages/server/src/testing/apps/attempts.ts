import type { startServer } from '#testing/server/server'

/** Reads delivery attempts from the journal of a server, without URL challenges. */
export function attemptsOf({ request }: Pick<Awaited<ReturnType<typeof startServer>>, 'request'>) {
  return {
    journal,
    /** `1 timeout`: the number of the attempt and its outcome. */
    outcomes: async () => (await events()).map(({ attempt, outcome }) => `${attempt} ${outcome}`),
    /** `1 timeout: Not acknowledged within 3000 ms.`: with the reason if the attempt failed. */
    reasons: async () =>
      (await events()).map(({ attempt, outcome, detail }) => `${attempt} ${outcome}${detail ? `: ${detail}` : ''}`),
  }

  async function journal(): Promise<Record<string, any>[]> {
    const { body } = await request('GET', '/control/journal')
    return body['entries'].filter(({ kind }: { kind: string }) => kind === 'delivery')
  }
  async function events() {
    return (await journal()).filter(({ event }) => event.type !== 'url_verification')
  }
}
