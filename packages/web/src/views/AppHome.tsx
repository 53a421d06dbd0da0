import type { ViewerUser, ViewerView } from 'rivulet/feedProtocol'
import { useMemo } from 'react'
import { Blocks } from '#blocks/Blocks.tsx'
import { asking } from '#controls/asking.ts'
import { SurfaceContext } from '#controls/surface.ts'
import { Avatar } from '#messages/Avatar.tsx'
import { useWorkspace } from '#store/workspace.ts'
import { useVisit } from './useVisit.ts'
import styles from './AppPage.module.css'

/** What an app has put on its home for this person. */
export function AppHome({ app }: { app: ViewerUser }) {
  const view = useWorkspace((state) => state.homes[app.app_id ?? ''])
  const { trouble, again } = useVisit(app.app_id, 'home')
  return (
    <div className={styles['page']} data-testid="home">
      {view ? (
        <Home key={view.id} view={view} />
      ) : trouble ? (
        <div className={styles['empty']}>
          <p role="status">{trouble}</p>
          <button type="button" className="rv-action" onClick={again}>
            Try again
          </button>
        </div>
      ) : view === null ? (
        <div className={styles['empty']}>
          <Avatar id={app.id} label={app.label} app size={36} />
          <h2 className={styles['title']}>Nothing here yet</h2>
          <p>{app.label} has put nothing on its home so far.</p>
        </div>
      ) : (
        <p className={styles['loading']} role="status">
          Loading…
        </p>
      )}
    </div>
  )
}

function Home({ view }: { view: ViewerView }) {
  const surface = useMemo(() => {
    const known = { key: view.id }
    return { ...known, ...asking({ view_id: view.id }, known, view.blocks) }
  }, [view])
  return (
    <div className={`${styles['view']} ${styles['blocks']}`}>
      <SurfaceContext value={surface}>
        <Blocks blocks={view.blocks} />
      </SurfaceContext>
    </div>
  )
}
