import type { ViewerUser } from 'rivulet/feedProtocol'
import { Avatar } from '#messages/Avatar.tsx'
import { useWorkspace } from '#store/workspace.ts'
import styles from './AppPage.module.css'

/** What an app says of itself, and what it can be asked for. */
export function AboutApp({ app }: { app: ViewerUser }) {
  const commands = useWorkspace((state) => state.commands)
  const shortcuts = useWorkspace((state) => state.shortcuts)
  const own = commands.filter((one) => one.app_id === app.app_id)
  const ways = shortcuts.filter((one) => one.app_id === app.app_id)
  return (
    <div className={styles['page']} data-testid="about">
      <div className={styles['view']}>
        <div className={styles['who']}>
          <Avatar id={app.id} label={app.label} app size={36} />
          <div>
            <h2 className={styles['title']}>{app.label}</h2>
            <p className={styles['quiet']}>App</p>
          </div>
        </div>
        <p>{app.description ?? 'This app says nothing about itself.'}</p>
        {own.length > 0 && (
          <section>
            <h3 className={styles['section']}>Commands</h3>
            <dl className={styles['list']}>
              {own.map(({ command, usage_hint: hint, description }) => (
                <div key={command}>
                  <dt>
                    <code>{command}</code> {hint && <span className={styles['quiet']}>{hint}</span>}
                  </dt>
                  <dd>{description}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
        {ways.length > 0 && (
          <section>
            <h3 className={styles['section']}>Shortcuts</h3>
            <dl className={styles['list']}>
              {ways.map(({ callback_id: id, name, description, type }) => (
                <div key={`${type} ${id}`}>
                  <dt>
                    {name}{' '}
                    <span className={styles['quiet']}>
                      {type === 'message' ? 'in a message’s menu' : 'beside where you write'}
                    </span>
                  </dt>
                  <dd>{description}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
      </div>
    </div>
  )
}
