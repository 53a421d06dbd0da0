import type { ViewerMessage } from 'rivulet/feedProtocol'

/** Who, what they did, and to whom or what: a line is made of several. */
export type Deed = { who: string[]; did: string; what?: string; whom?: string[] }

/** What became of a channel, in few words: people who came or went in the same way are one deed. */
export function deedsOf(messages: readonly ViewerMessage[]): Deed[] {
  const deeds: Deed[] = []
  for (const message of messages) {
    const deed = deedOf(message)
    const last = deeds.at(-1)
    const people = last?.did === deed?.did && last && deed && sharedBy(last, deed)
    if (people) people.push(message.user)
    else if (deed) deeds.push(deed)
  }
  return deeds
}

/** The people of a deed that another one like it belongs to; each is named once. */
function sharedBy(last: Deed, { who, whom }: Deed): string[] | undefined {
  if (last.did === 'left' || last.did === 'joined') return last.who.includes(who[0] ?? '') ? undefined : last.who
  return whom && last.who[0] === who[0] && !last.whom?.includes(whom[0] ?? '') ? last.whom : undefined
}

function deedOf({ user, notice }: ViewerMessage): Deed | undefined {
  const who = [user]
  switch (notice?.subtype) {
    case 'channel_join':
      return notice.inviter ? { who: [notice.inviter], did: 'added', whom: [user] } : { who, did: 'joined' }
    case 'channel_leave':
      return { who, did: 'left' }
    case 'channel_topic':
      return notice.topic ? { who, did: 'set the topic:', what: notice.topic } : { who, did: 'cleared the topic' }
    case 'channel_purpose':
      return notice.purpose
        ? { who, did: 'set the purpose:', what: notice.purpose }
        : { who, did: 'cleared the purpose' }
    case 'channel_name':
      return { who, did: 'renamed the channel from', what: `#${notice.old_name} to #${notice.name}` }
    case 'channel_archive':
      return { who, did: 'archived the channel' }
    case 'channel_unarchive':
      return { who, did: 'opened the channel again' }
    case undefined:
      return undefined
  }
}

const namedAtMost = 4

/** "Ben", "Ben and Eve", "Ben, Eve, Max and 12 others". */
export function namesOf(people: readonly string[], labelOf: (id: string) => string, most = namedAtMost): string {
  const shown = people.length > most ? people.slice(0, most - 1) : people
  const names = shown.map(labelOf)
  if (people.length > most) names.push(`${people.length - shown.length} others`)
  const last = names.pop() ?? ''
  return names.length > 0 ? `${names.join(', ')} and ${last}` : last
}

/** All of it in a sentence, for who hears it. */
export function sentenceOf(deeds: readonly Deed[], labelOf: (id: string) => string): string {
  return deeds
    .map(({ who, did, what, whom }) =>
      [namesOf(who, labelOf), did, what, whom && namesOf(whom, labelOf)].filter(Boolean).join(' '),
    )
    .join('. ')
}
