import type { Interactions } from '#domain/interactions/interactions'
import type { Feed } from '#feed/feed'
import type { Journal } from '#http/development/journal/journal'

/** Writes what people do in the browser into the journal, and the visits to an app's home: no app is asked about these. */
export function journalActs(journal: Journal | undefined, feed: Feed, interactions: Interactions): Interactions {
  if (!journal) return interactions
  feed.onAct = (person, act) => journal.addAct(person, act)
  return {
    ...interactions,
    async home(person, visit) {
      const answer = await interactions.home(person, visit)
      const { app_id: app, tab } = visit
      journal.addAct(person, { act: 'opens', detail: { app, tab } })
      return answer
    },
  }
}
