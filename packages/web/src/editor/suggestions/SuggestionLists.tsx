import type { ComponentProps } from 'react'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import type { ChannelList as Channels } from './ChannelList.tsx'
import type { CommandList as Commands } from './CommandList.tsx'
import type { MentionList as People } from './MentionList.tsx'

const ChannelList = lazyComponent(async () => (await import('./ChannelList.tsx')).ChannelList)
const CommandList = lazyComponent(async () => (await import('./CommandList.tsx')).CommandList)
const EmojiList = lazyComponent(async () => (await import('./EmojiList.tsx')).EmojiList)
const MentionList = lazyComponent(async () => (await import('./MentionList.tsx')).MentionList)

type Props = {
  id: string
  people: ComponentProps<typeof People>['people']
  channels: ComponentProps<typeof Channels>['channels']
  commands: ComponentProps<typeof Commands>['commands']
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
