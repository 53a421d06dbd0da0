import type { ViewerUser, ViewerView } from 'rivulet/feedProtocol'
import { useMemo } from 'react'
import { Blocks } from '#blocks/Blocks.tsx'
import { createInteractionHandlers } from '#controls/surface/interactionHandlers.ts'
import { SurfaceContext } from '#controls/surface/surface.ts'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'
import { useAppVisit } from './useAppVisit.ts'
import styles from './AppPage.module.css'

/** The Home tab of an app: the view that the app published for this person. */
export function AppHome({ app }: { app: ViewerUser }) {
  const view = useWorkspace((state) => state.homes[app.app_id ?? ''])
  const { error, retry } = useAppVisit(app.app_id, 'home')
  return (
    <div className={styles['page']} data-testid="home">
      {view ? (
        <HomeView key={view.id} view={view} />
      ) : error ? (
        <div className={styles['empty']}>
          <p role="status">{error}</p>
          <button type="button" className="rv-action" onClick={retry}>
            {t('Try again')}
          </button>
        </div>
      ) : view === null ? (
        <div className={styles['empty']}>
          <Avatar id={app.id} label={app.label} app size={36} />
          <h2 className={styles['title']}>{t('Nothing here yet')}</h2>
          <p>{t('{name} has not published a home yet.', { name: app.label })}</p>
        </div>
      ) : (
        <p className={styles['loading']} role="status">
          {t('Loading…')}
        </p>
      )}
    </div>
  )
}

function HomeView({ view }: { view: ViewerView }) {
  const surface = useMemo(() => {
    const identity = { key: view.id }
    return { ...identity, ...createInteractionHandlers({ view_id: view.id }, identity, view.blocks) }
  }, [view])
  return (
    <div className={`${styles['view']} ${styles['blocks']}`}>
      <SurfaceContext value={surface}>
        <Blocks blocks={view.blocks} />
      </SurfaceContext>
    </div>
  )
}
