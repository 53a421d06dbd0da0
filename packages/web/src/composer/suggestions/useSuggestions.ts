import type { ViewerCommand, ViewerUser, ViewerUsergroup } from 'rivulet/feedProtocol'
import { useState } from 'react'
import { findCommands } from '#composer/commands.ts'
import { findEmojiQuery, insertEmoji } from '#composer/emoji/emojiQuery.ts'
import { useEmojiNames } from '#composer/emoji/useEmojiNames.ts'
import { findGroups, findMentionQuery, findUsers, insertMention } from '#composer/mentions/mentions.ts'
import type { PickedMention } from '#composer/mentions/picked.ts'

type Known = {
  users: readonly ViewerUser[]
  groups: readonly ViewerUsergroup[]
  commands: readonly ViewerCommand[]
}

/** A text with a suggestion in it, and where the cursor goes. */
export type Completed = { text: string; cursor: number; picked?: PickedMention; command?: ViewerCommand }

/** What a person may mean by what they type before the cursor: people and groups, or else commands, or else emoji. */
export function useSuggestions(text: string, cursor: number, known: Known) {
  /** Where the suggestion that the person closed begins in the text. */
  const [dismissed, setDismissed] = useState<number>()
  const [selected, setSelected] = useState(0)
  const query = findMentionQuery(text, cursor)
  const people =
    query && query.start !== dismissed
      ? [...findUsers(query.text, known.users), ...findGroups(query.text, known.groups)]
      : []
  const commands = cursor < 0 || dismissed === 0 ? [] : findCommands(text, known.commands)
  const emojiQuery = findEmojiQuery(text, cursor)
  const emoji = useEmojiNames(emojiQuery && emojiQuery.start !== dismissed ? emojiQuery.text : undefined)
  const count = people.length || commands.length || emoji.length
  const active = Math.min(selected, count - 1)
  return {
    lists: { people, commands, emoji, active },
    count,
    active,
    /** A command that is typed in full is sent, not completed. */
    isComplete: commands[active]?.command === text,
    move: (step: number) => setSelected((active + step + count) % count),
    /** The first one is selected again. */
    restart: () => setSelected(0),
    dismiss: () => setDismissed((people.length > 0 ? query?.start : emojiQuery?.start) ?? 0),
    allow: () => setDismissed(undefined),
    complete(index: number): Completed | undefined {
      const [mentioned, command, name] = [people[index], commands[index], emoji[index]]
      if (query && mentioned) {
        // "@Ben " could still become "@Ben Okafor", but this mention is chosen.
        setDismissed(query.start)
        return insertMention(text, query, mentioned)
      }
      if (command) return { text: `${command.command} `, cursor: command.command.length + 1, command }
      return emojiQuery && name !== undefined ? insertEmoji(text, emojiQuery, name) : undefined
    },
  }
}
