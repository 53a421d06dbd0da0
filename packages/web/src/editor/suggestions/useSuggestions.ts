import type { ViewerChannel, ViewerCommand } from 'rivulet/feedProtocol'
import { useState } from 'react'
import { findCommands } from '#composer/commands.ts'
import { findEmojiQuery } from './emojiQuery.ts'
import { useEmojiNames } from './useEmojiNames.ts'
import type { Known } from '#composer/mentions/mentions.ts'
import {
  findBroadcasts,
  findChannelQuery,
  findChannels,
  findGroups,
  findMentionQuery,
  findUsers,
  type Mentionable,
  type MentionQuery,
} from './findSuggestions.ts'

/** What was picked, and the part of the text that it takes the place of. */
export type Completion = { query: MentionQuery } & (
  | { mentioned: Mentionable }
  | { channel: ViewerChannel }
  | { command: ViewerCommand }
  | { emoji: string }
)

type Suggested = Known & { commands: readonly ViewerCommand[] }

/** What a person may mean by what they type before the cursor: people and groups, channels, commands or emoji. */
export function useSuggestions(text: string, cursor: number, known: Suggested) {
  /** Where the suggestion that the person closed begins in the text. */
  const [dismissed, setDismissed] = useState<number>()
  const [selected, setSelected] = useState(0)
  const query = findMentionQuery(text, cursor)
  const people =
    query && query.start !== dismissed
      ? [
          ...findUsers(query.text, known.users),
          ...findGroups(query.text, known.groups ?? []),
          ...findBroadcasts(query.text),
        ]
      : []
  const channelQuery = findChannelQuery(text, cursor)
  const channels =
    channelQuery && channelQuery.start !== dismissed ? findChannels(channelQuery.text, known.channels ?? []) : []
  const commands = cursor < 0 || dismissed === 0 ? [] : findCommands(text, known.commands)
  const emojiQuery = findEmojiQuery(text, cursor)
  const emoji = useEmojiNames(emojiQuery && emojiQuery.start !== dismissed ? emojiQuery.text : undefined)
  const count = people.length || channels.length || commands.length || emoji.length
  const active = Math.min(selected, count - 1)
  return {
    lists: { people, channels, commands, emoji, active },
    count,
    active,
    /** A command that is typed in full is sent, not completed. */
    isComplete: commands[active]?.command === text,
    move: (step: number) => setSelected((active + step + count) % count),
    /** The first one is selected again. */
    restart: () => setSelected(0),
    dismiss: () =>
      setDismissed((people.length > 0 ? query : channels.length > 0 ? channelQuery : emojiQuery)?.start ?? 0),
    allow: () => setDismissed(undefined),
    complete(index: number): Completion | undefined {
      const [mentioned, channel, command, name] = [people[index], channels[index], commands[index], emoji[index]]
      if (query && mentioned) {
        // "@Ben " could still become "@Ben Okafor", but this mention is chosen.
        setDismissed(query.start)
        return { query, mentioned }
      }
      if (channelQuery && channel) return { query: channelQuery, channel }
      if (command) return { query: { start: 0, text: text.slice(1) }, command }
      return emojiQuery && name !== undefined ? { query: emojiQuery, emoji: name } : undefined
    },
  }
}
