import type { JournalEntry } from 'rivulet/journal'
import { createIcon } from '#ui/icons.tsx'
import { t } from '#words/t.ts'
import styles from './EntryList.module.css'

// Which way something goes: calls come in from an app, events go out to it.
const CallIcon = createIcon(<path d="M2.5 8h10M9 4.5 12.5 8 9 11.5" />)
const EventIcon = createIcon(<path d="M13.5 8h-10M7 4.5 3.5 8 7 11.5" />)
const InteractionIcon = createIcon(<path d="m4 3 8.5 4-3.7 1.2L7.6 12 4 3Zm5.5 6.5L12.5 13" />)
const ActIcon = createIcon(
  <>
    <circle cx="8" cy="5.25" r="2.5" />
    <path d="M3.25 13.5a4.75 4.75 0 0 1 9.5 0" />
  </>,
)

const icons = { call: CallIcon, delivery: EventIcon, interaction: InteractionIcon, act: ActIcon }
const words: Record<JournalEntry['kind'], string> = {
  call: t('Call'),
  delivery: t('Event'),
  interaction: t('Interaction'),
  act: t('Person'),
}

export function KindIcon({ kind }: { kind: JournalEntry['kind'] }) {
  const Icon = icons[kind]
  return (
    <span className={styles['icon']} data-kind={kind} role="img" aria-label={words[kind]}>
      <Icon size={14} />
    </span>
  )
}
