import type { ViewerUser } from 'rivulet/feedProtocol'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'
import styles from './AppPage.module.css'

/** The About tab of an app: its description, commands and shortcuts. */
export function AboutApp({ app }: { app: ViewerUser }) {
  const commands = useWorkspace((state) => state.commands)
  const shortcuts = useWorkspace((state) => state.shortcuts)
  const appCommands = commands.filter((command) => command.app_id === app.app_id)
  const appShortcuts = shortcuts.filter((shortcut) => shortcut.app_id === app.app_id)
  return (
    <div className={styles['page']} data-testid="about">
      <div className={styles['view']}>
        <div className={styles['app']}>
          <Avatar id={app.id} label={app.label} app size={36} />
          <div>
            <h2 className={styles['title']}>{app.label}</h2>
            <p className={styles['quiet']}>{t('App')}</p>
          </div>
        </div>
        <p>{app.description ?? t('This app has no description.')}</p>
        {app.agent_description && <p>{app.agent_description}</p>}
        {appCommands.length > 0 && (
          <section>
            <h3 className={styles['section']}>{t('Commands')}</h3>
            <dl className={styles['list']}>
              {appCommands.map(({ command, usage_hint: hint, description }) => (
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
        {appShortcuts.length > 0 && (
          <section>
            <h3 className={styles['section']}>{t('Shortcuts')}</h3>
            <dl className={styles['list']}>
              {appShortcuts.map(({ callback_id: id, name, description, type }) => (
                <div key={`${type} ${id}`}>
                  <dt>
                    {name}{' '}
                    <span className={styles['quiet']}>
                      {type === 'message' ? t('in the menu of a message') : t('next to the message box')}
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
