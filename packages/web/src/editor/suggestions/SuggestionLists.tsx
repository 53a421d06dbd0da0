import type { ComponentProps } from 'react'
import { ChannelList } from './ChannelList.tsx'
import { CommandList } from './CommandList.tsx'
import { EmojiList } from './EmojiList.tsx'
import { MentionList } from './MentionList.tsx'

type Props = {
  id: string
  people: ComponentProps<typeof MentionList>['people']
  channels: ComponentProps<typeof ChannelList>['channels']
  commands: ComponentProps<typeof CommandList>['commands']
  emoji: readonly string[]
  active: number
  onSelect: (index: number) => void
}

/** What can be completed: people, or else channels, commands or emoji. */
export function SuggestionLists({ people, channels, commands, emoji, ...list }: Props) {
  if (people.length > 0) return <MentionList people={people} {...list} />
  if (channels.length > 0) return <ChannelList channels={channels} {...list} />
  if (commands.length > 0) return <CommandList commands={commands} {...list} />
  return emoji.length > 0 && <EmojiList names={emoji} {...list} />
}
