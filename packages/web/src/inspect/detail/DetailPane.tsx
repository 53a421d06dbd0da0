import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { factsOf } from '#inspect/filter/facts.ts'
import { streamOf } from '#inspect/journal/groups.ts'
import type { EntryItem } from '#inspect/journal/item.ts'
import { journal } from '#inspect/journal/useJournal.ts'
import { actWords } from '#inspect/list/describeEntry.ts'
import { KindIcon } from '#inspect/list/KindIcon.tsx'
import { Outcome } from '#inspect/list/Outcome.tsx'
import { StreamView } from '#inspect/stream/StreamView.tsx'
import { CloseButton } from '#ui/IconButton.tsx'
import { BackIcon } from '#ui/icons.tsx'
import { t } from '#words/t.ts'
import { Actions } from './Actions.tsx'
import { Attempts } from './Attempts.tsx'
import { EntryFacts } from './EntryFacts.tsx'
import { Json } from './Json.tsx'
import { Trouble } from './Trouble.tsx'
import styles from './DetailPane.module.css'

type Props = { item: EntryItem; onClose: () => void; onSelect: (n: number) => void }
type Tab = { key: string; label: string; content: ReactNode }

/** Everything about one entry. */
export function DetailPane({ item, onClose, onSelect }: Props) {
  const { entry } = item
  const { what } = factsOf(entry)
  const tabs = tabsOf(item, onSelect)
  const [chosen, setChosen] = useState(tabs[0]?.key)
  const tab = tabs.find(({ key }) => key === chosen) ?? tabs[0]
  return (
    <section className={styles['pane']} aria-label={t('Details')} data-detail="">
      <header className={styles['head']}>
        <button type="button" className={styles['back']} aria-label={t('Back to the list')} onClick={onClose}>
          <BackIcon size={20} />
        </button>
        <KindIcon kind={entry.kind} />
        <h2 className={styles['title']}>{entry.kind === 'act' ? actWords(entry.act) : <code>{what}</code>}</h2>
        <span className={styles['outcome']}>
          <Outcome entry={entry} group={isFirst(item) ? journal.groups.of(item) : undefined} />
        </span>
        <span className={styles['close']}>
          <CloseButton label={t('Close details')} onClick={onClose} />
        </span>
      </header>
      <Actions item={item} />
      <Tabs tabs={tabs} chosen={tab?.key} onChoose={setChosen} />
    </section>
  )
}

function isFirst(item: EntryItem): boolean {
  return journal.groups.of(item)?.first === item
}

function tabsOf(item: EntryItem, onSelect: (n: number) => void): Tab[] {
  const { entry } = item
  const raw = { key: 'raw', label: t('Raw'), content: <Json value={entry} label={t('Entry')} /> }
  switch (entry.kind) {
    case 'call': {
      const stream = streamOf(entry)
      const call = (
        <>
          <Trouble entry={entry} />
          <EntryFacts item={item} />
          <Json value={entry.args} label={t('Arguments')} />
          <Json value={entry.answer} label={t('Answer')} />
        </>
      )
      return [
        // Who opens the row of a stream wants to see the stream.
        ...(stream && entry.method === 'chat.startStream'
          ? [{ key: 'stream', label: t('Stream'), content: <StreamView of={item} onSelect={onSelect} /> }]
          : []),
        { key: 'call', label: t('Call'), content: call },
        ...(stream && entry.method !== 'chat.startStream'
          ? [{ key: 'stream', label: t('Stream'), content: <StreamView of={item} onSelect={onSelect} /> }]
          : []),
        raw,
      ]
    }
    case 'delivery':
      return [
        {
          key: 'event',
          label: t('Event'),
          content: (
            <>
              <Attempts of={item} onSelect={onSelect} />
              <EntryFacts item={item} />
              <Json value={entry.event} label={t('As the app got it')} />
            </>
          ),
        },
        raw,
      ]
    case 'interaction':
      return [
        {
          key: 'interaction',
          label: t('Interaction'),
          content: (
            <>
              <Trouble entry={entry} />
              <EntryFacts item={item} />
              <Json value={entry.payload} label={t('As the app got it')} />
              <Json value={entry.answer} label={t('What the app answered')} />
            </>
          ),
        },
        raw,
      ]
    case 'act':
      return [
        {
          key: 'act',
          label: t('Act'),
          content: (
            <>
              <EntryFacts item={item} />
              <Json value={entry.detail} label={t('Details')} />
            </>
          ),
        },
        raw,
      ]
  }
}

/** Tabs: the arrow keys move between them. */
function Tabs({
  tabs,
  chosen,
  onChoose,
}: {
  tabs: Tab[]
  chosen: string | undefined
  onChoose: (key: string) => void
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ key }) => key === chosen)
    const to = event.key === 'ArrowRight' ? at + 1 : event.key === 'ArrowLeft' ? at - 1 : undefined
    const tab = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length]
    if (!tab) return
    event.preventDefault()
    onChoose(tab.key)
    list.current?.querySelector<HTMLElement>(`[data-tab="${tab.key}"]`)?.focus()
  }
  const content = tabs.find(({ key }) => key === chosen)?.content
  return (
    <>
      <div ref={list} className={styles['tabs']} role="tablist" aria-label={t('Details')}>
        {tabs.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            data-tab={key}
            aria-selected={key === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={key === chosen ? 0 : -1}
            onClick={() => onChoose(key)}
            onKeyDown={onKeyDown}
          >
            {label}
          </button>
        ))}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and may have nothing to go to */}
      <div
        className={styles['content']}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${chosen}`}
        tabIndex={0}
      >
        {content}
      </div>
    </>
  )
}
