import { useStore } from 'zustand'
import { sessionState } from '#signin/session.ts'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { t } from '#words/t.ts'
import { type Group, hasSingleKeys, keysOf, nameKeys, type ShortcutId, shortcutsOf } from './shortcuts.ts'
import { shortcutWords } from './shortcutWords.ts'
import { shortcutsDialog } from './shortcutsDialog.ts'
import styles from './ShortcutsDialog.module.css'

const titles: Record<Group, string> = {
  go: t('Moving around'),
  open: t('Everywhere'),
  teams: t('Teams'),
  message: t('On a message that has the focus'),
  write: t('Writing'),
  format: t('Formats'),
}
/** In two columns of about the same height. */
const columns: readonly (readonly Group[])[] = [
  ['go', 'teams', 'message'],
  ['open', 'write', 'format'],
]

/** All keys of the client. */
export function ShortcutsDialog() {
  const several = useStore(sessionState, (state) => state.known && state.session.all.length > 1)
  return (
    <TitledDialog title={t('Keyboard shortcuts')} wide onClose={() => shortcutsDialog.setState({ open: false })}>
      {() => (
        <div className={styles['columns']}>
          {columns.map((groups, i) => (
            <div key={i}>
              {groups
                .filter((group) => group !== 'teams' || several)
                .map((group) => (
                  <section key={group} className={styles['group']}>
                    <h3 className={styles['title']}>{titles[group]}</h3>
                    <dl>
                      {shortcutsOf(group)
                        .filter((id) => keysOf(id).length > 0)
                        .map((id) => (
                          <Row key={id} id={id} />
                        ))}
                    </dl>
                  </section>
                ))}
            </div>
          ))}
          <p className={styles['note']}>
            {hasSingleKeys()
              ? t('Keys without Ctrl, Cmd or Alt, such as ? or E, can be turned off in the preferences.')
              : t('Keys without Ctrl, Cmd or Alt, such as ? or E, are turned off in the preferences.')}
          </p>
        </div>
      )}
    </TitledDialog>
  )
}

function Row({ id }: { id: ShortcutId }) {
  // Of keys in a row, the first and the last.
  const isRow = id === 'team'
  const all = keysOf(id)
  return (
    <div className={styles['row']} data-shortcut={id}>
      <dt>{shortcutWords[id]}</dt>
      <dd>
        {(isRow ? [all[0] ?? '', all.at(-1) ?? ''] : all).map((keys, i) => (
          <span key={keys} className={styles['keys']}>
            {i > 0 && <span className={styles['or']}>{isRow ? t('to') : t('or')}</span>}
            {nameKeys(keys).map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </span>
        ))}
      </dd>
    </div>
  )
}
