import type { ViewerMessage } from 'rivulet/feedProtocol'

/** What people did in a channel: "Ana, Ben" "added" "Eve", or "Ana" "set the topic:" "Late trains". */
export type SystemAction = { actors: string[]; verb: string; detail?: string; targets?: string[] }

/**
 * Turns system messages into actions. People who came or went in the same way share one. `toWords` says what a topic or
 * purpose, which is mrkdwn, says in words.
 */
export function mergeActions(messages: readonly ViewerMessage[], toWords: (mrkdwn: string) => string): SystemAction[] {
  const actions: SystemAction[] = []
  for (const message of messages) {
    const action = toAction(message, toWords)
    const last = actions.at(-1)
    const people = last?.verb === action?.verb && last && action && listToJoin(last, action)
    if (people) people.push(message.user)
    else if (action) actions.push(action)
  }
  return actions
}

/**
 * Returns the list of people in `last` to which a similar action adds its person. Undefined if the actions differ, or if
 * the person is in the list already.
 */
function listToJoin(last: SystemAction, { actors: [actor = ''], targets }: SystemAction): string[] | undefined {
  if (last.verb === 'left' || last.verb === 'joined') return last.actors.includes(actor) ? undefined : last.actors
  return targets && last.actors[0] === actor && !last.targets?.includes(targets[0] ?? '') ? last.targets : undefined
}

function toAction({ user, notice }: ViewerMessage, toWords: (mrkdwn: string) => string): SystemAction | undefined {
  const actors = [user]
  switch (notice?.subtype) {
    case 'channel_join':
      return notice.inviter ? { actors: [notice.inviter], verb: 'added', targets: [user] } : { actors, verb: 'joined' }
    case 'channel_leave':
      return { actors, verb: 'left' }
    case 'channel_topic':
      return notice.topic
        ? { actors, verb: 'set the topic:', detail: toWords(notice.topic) }
        : { actors, verb: 'cleared the topic' }
    case 'channel_purpose':
      return notice.purpose
        ? { actors, verb: 'set the purpose:', detail: toWords(notice.purpose) }
        : { actors, verb: 'cleared the purpose' }
    case 'channel_name':
      return { actors, verb: 'renamed the channel from', detail: `#${notice.old_name} to #${notice.name}` }
    case 'channel_archive':
      return { actors, verb: 'archived the channel' }
    case 'channel_unarchive':
      return { actors, verb: 'opened the channel again' }
    case undefined:
      return undefined
  }
}

const maxNames = 4

/** "Ben", "Ben and Eve", "Ben, Eve, Max and 12 others". */
export function joinNames(people: readonly string[], labelOf: (id: string) => string, max = maxNames): string {
  const shown = people.length > max ? people.slice(0, max - 1) : people
  const names = shown.map(labelOf)
  if (people.length > max) names.push(`${people.length - shown.length} others`)
  const last = names.pop() ?? ''
  return names.length > 0 ? `${names.join(', ')} and ${last}` : last
}

/** All actions in words, for screen readers. */
export function formatSentence(actions: readonly SystemAction[], labelOf: (id: string) => string): string {
  return actions
    .map(({ actors, verb, detail, targets }) =>
      [joinNames(actors, labelOf), verb, detail, targets && joinNames(targets, labelOf)].filter(Boolean).join(' '),
    )
    .join('. ')
}
