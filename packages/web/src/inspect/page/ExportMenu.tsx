import type { JournalEntry } from 'rivulet/journal'
import { toHar } from '#inspect/export/toHar.ts'
import { toTestSkeleton } from '#inspect/export/toTestSkeleton.ts'
import { factsOf } from '#inspect/filter/facts.ts'
import { createMatcher } from '#inspect/filter/matches.ts'
import { parseQuery } from '#inspect/filter/query.ts'
import { directoryOf } from '#inspect/journal/directory.ts'
import { isEntry } from '#inspect/journal/item.ts'
import { nameOf } from '#inspect/journal/names.ts'
import { journal } from '#inspect/journal/useJournal.ts'
import { createIcon } from '#ui/icons.tsx'
import iconStyles from '#ui/IconButton.module.css'
import { Menu } from '#ui/menu/Menu.tsx'
import { t } from '#words/t.ts'
import { address } from './address.ts'

const ExportIcon = createIcon(<path d="M8 2.5v7.5M4.75 7 8 10.25 11.25 7M2.75 13.5h10.5" />)

/** Saves what the filter lets through, with every step of streams and deliveries. */
export function ExportMenu() {
  const items = [
    {
      key: 'har',
      label: t('HTTP archive (HAR)'),
      hint: t('for the tools of browsers'),
      onSelect: () => save('rivulet.har', 'application/json', toHar(filtered(), { url: location.origin })),
    },
    {
      key: 'test',
      label: t('Test skeleton'),
      hint: t('a test of @rivulet/testing that goes the same way'),
      onSelect: () => {
        const entries = filtered()
        const team = entries.find((entry) => factsOf(entry).team !== undefined)?.team
        const ofTeam = entries.filter((entry) => entry.team === team)
        save('app.test.ts', 'text/plain', toTestSkeleton(ofTeam, directoryOf(team)))
      },
    },
    {
      key: 'json',
      label: t('JSON'),
      onSelect: () => save('journal.json', 'application/json', `${JSON.stringify(filtered(), undefined, 2)}\n`),
    },
  ]
  return (
    <Menu
      label={t('Export')}
      groups={[{ items }]}
      align="end"
      button={(props) => (
        <button type="button" className={iconStyles['button']} aria-label={t('Export')} data-tip="" {...props}>
          <ExportIcon />
        </button>
      )}
    />
  )
}

/** The entries that the filter lets through. */
function filtered(): JournalEntry[] {
  const matches = createMatcher(parseQuery(address.getState().query), nameOf)
  return journal.items.filter(isEntry).flatMap(({ entry }) => (matches(entry) ? [entry] : []))
}

function save(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
