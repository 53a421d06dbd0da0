import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { type Group, keysOf, nameKeys, type ShortcutId, shortcuts, shortcutsOf } from './shortcuts.ts'
import { shortcutsDialog } from './shortcutsDialog.ts'
import styles from './ShortcutsDialog.module.css'

const titles: Record<Group, string> = {
  go: 'Moving around',
  open: 'Everywhere',
  message: 'On a message that has the focus',
  write: 'Writing',
  format: 'Formats',
}
/** In two columns of about the same height. */
const columns: readonly (readonly Group[])[] = [
  ['go', 'message'],
  ['open', 'write', 'format'],
]

/** All keys of the client. */
export function ShortcutsDialog() {
  return (
    <TitledDialog title="Keyboard shortcuts" wide onClose={() => shortcutsDialog.setState({ open: false })}>
      {() => (
        <div className={styles['columns']}>
          {columns.map((groups, i) => (
            <div key={i}>
              {groups.map((group) => (
                <section key={group} className={styles['group']}>
                  <h3 className={styles['title']}>{titles[group]}</h3>
                  <dl>
                    {shortcutsOf(group).map((id) => (
                      <Row key={id} id={id} />
                    ))}
                  </dl>
                </section>
              ))}
            </div>
          ))}
        </div>
      )}
    </TitledDialog>
  )
}

function Row({ id }: { id: ShortcutId }) {
  const [, does] = shortcuts[id]
  return (
    <div className={styles['row']} data-shortcut={id}>
      <dt>{does}</dt>
      <dd>
        {keysOf(id).map((keys, i) => (
          <span key={keys} className={styles['keys']}>
            {i > 0 && <span className={styles['or']}>or</span>}
            {nameKeys(keys).map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </span>
        ))}
      </dd>
    </div>
  )
}
