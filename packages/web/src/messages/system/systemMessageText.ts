import type { ViewerMessage } from 'rivulet/feedProtocol'
import { joinWords } from '#words/joinWords.ts'
import { fill, t } from '#words/t.ts'

/** What people did in a channel. `actors` stand first, and may be left out if the same people did something before. */
const sentences = {
  joined: t('{actors} joined'),
  added: t('{actors} added {targets}'),
  left: t('{actors} left'),
  topic: t('{actors} set the topic: {detail}'),
  topicCleared: t('{actors} cleared the topic'),
  purpose: t('{actors} set the purpose: {detail}'),
  purposeCleared: t('{actors} cleared the purpose'),
  renamed: t('{actors} renamed the channel from {detail}'),
  archived: t('{actors} archived the channel'),
  unarchived: t('{actors} opened the channel again'),
}
/** The same of several people. */
const together: Partial<typeof sentences> = {
  joined: t('{actors} joined', undefined, 'several people'),
  left: t('{actors} left', undefined, 'several people'),
}

/** "Ana, Ben" `added` "Eve", or "Ana" set the `topic` "Late trains". */
export type SystemAction = { actors: string[]; verb: keyof typeof sentences; detail?: string; targets?: string[] }

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
      return notice.topic ? { actors, verb: 'topic', detail: toWords(notice.topic) } : { actors, verb: 'topicCleared' }
    case 'channel_purpose':
      return notice.purpose
        ? { actors, verb: 'purpose', detail: toWords(notice.purpose) }
        : { actors, verb: 'purposeCleared' }
    case 'channel_name':
      return {
        actors,
        verb: 'renamed',
        detail: t('#{before} to #{name}', { before: notice.old_name ?? '', name: notice.name ?? '' }),
      }
    case 'channel_archive':
      return { actors, verb: 'archived' }
    case 'channel_unarchive':
      return { actors, verb: 'unarchived' }
    case undefined:
      return undefined
  }
}

const maxNames = 4

/** "Ben", "Ben and Eve", "Ben, Eve, Max and 12 others". */
export function joinNames(people: readonly string[], labelOf: (id: string) => string, max = maxNames): string {
  const shown = people.length > max ? people.slice(0, max - 1) : people
  const names = shown.map(labelOf)
  if (people.length > max) names.push(t('{count} others', { count: people.length - shown.length }))
  return joinWords(names)
}

/** The sentence of an action, with `{actors}`, `{detail}` and `{targets}`. */
export function templateOf({ actors, verb }: SystemAction): string {
  return (actors.length > 1 && together[verb]) || sentences[verb]
}

/** All actions in words, for screen readers. */
export function formatSentence(actions: readonly SystemAction[], labelOf: (id: string) => string): string {
  return actions
    .map((action) =>
      fill(templateOf(action), {
        actors: joinNames(action.actors, labelOf),
        detail: action.detail ?? '',
        targets: joinNames(action.targets ?? [], labelOf),
      }),
    )
    .join('. ')
}
