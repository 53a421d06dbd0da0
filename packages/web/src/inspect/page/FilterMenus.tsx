import { useStore } from 'zustand'
import { factsOf } from '#inspect/filter/facts.ts'
import { type Field, valueOf } from '#inspect/filter/query.ts'
import { isEntry } from '#inspect/journal/item.ts'
import { names } from '#inspect/journal/names.ts'
import { journal } from '#inspect/journal/useJournal.ts'
import { ChevronIcon } from '#ui/icons.tsx'
import { Menu } from '#ui/menu/Menu.tsx'
import { ChosenMark } from '#ui/menu/ChosenMark.tsx'
import type { MenuGroups } from '#ui/menu/menuItems.ts'
import { t } from '#words/t.ts'
import styles from './FilterBar.module.css'

type Props = { query: string; set: (field: Field, value: string | undefined) => void }

/** As many values as a menu offers; others can be typed. */
const mostOffered = 30

/** Offers the apps, people, channels and methods that are in the journal. */
export function FilterMenus({ query, set }: Props) {
  // When names have come, what is offered has them.
  useStore(names)
  return (
    <>
      <FilterMenu label={t('App')} field="app" query={query} set={set} />
      <FilterMenu label={t('Person')} field="person" query={query} set={set} />
      <FilterMenu label={t('Channel')} field="channel" query={query} set={set} />
      <FilterMenu label={t('Method')} field="method" query={query} set={set} />
    </>
  )
}

function FilterMenu({ label, field, query, set }: Props & { label: string; field: Field }) {
  const chosen = valueOf(query, field)
  return (
    <Menu
      label={label}
      groups={groupsOf(field, chosen, set)}
      button={(props) => (
        <button type="button" className={styles['menu']} data-chosen={chosen === undefined ? undefined : ''} {...props}>
          {label}
          {chosen !== undefined && <bdi>{chosen}</bdi>}
          <ChevronIcon size={12} />
        </button>
      )}
    />
  )
}

function groupsOf(field: Field, chosen: string | undefined, set: Props['set']): MenuGroups {
  const item = (value: string | undefined, words: string) => ({
    key: value ?? '',
    label: words,
    icon: <ChosenMark chosen={chosen === value} />,
    checked: chosen === value,
    onSelect: () => set(field, value),
  })
  const values = valuesOf(field)
  const shown = chosen === undefined || values.includes(chosen) ? values : [chosen, ...values]
  return [{ items: [item(undefined, t('Any'))] }, { items: shown.map((value) => item(value, value)) }].filter(
    ({ items }) => items.length > 0,
  )
}

/** The values that occur, those that occur most first. */
function valuesOf(field: Field): string[] {
  const known = names.getState()
  const counts = new Map<string, number>()
  for (const one of journal.items) {
    if (!isEntry(one)) continue
    const { team, app, user, channel, what } = factsOf(one.entry)
    const id = field === 'app' ? app : field === 'person' ? user : channel
    const thing = id === undefined ? undefined : known[`${team} ${id}`]
    const value = field === 'method' ? (one.entry.kind === 'call' ? what : undefined) : (thing?.name ?? id)
    if (value === undefined || (field === 'person' && thing?.kind === 'bot')) continue
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a)
  return sorted.slice(0, mostOffered).map(([value]) => value)
}
