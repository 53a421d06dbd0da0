import { useEffect, useState } from 'react'
import { sectionOf } from '#sidebar/arranged/arrangement.ts'
import { workspace } from '#store/workspace/workspace.ts'
import { type Dragged, type DropPlace, findDropPlace } from './dropPlace.ts'
import { moveChannel, putSectionBefore } from './moves.ts'
import { orTell } from './sidebarError.ts'

/**
 * [SDB-3] Rows and sections are dragged with a mouse or a pen; a finger scrolls. Returns where the dragged one would go.
 * The browser scrolls a long list, and Escape gives up.
 */
export function useDragRows(list: HTMLElement | null): DropPlace | undefined {
  const [place, setPlace] = useState<DropPlace>()
  useEffect(() => {
    if (!list) return
    let dragged: Dragged | undefined
    let byTouch = false
    const stop = new AbortController()
    const { signal } = stop
    const end = () => {
      dragged = undefined
      setPlace(undefined)
    }
    list.addEventListener('pointerdown', ({ pointerType }) => (byTouch = pointerType === 'touch'), { signal })
    list.addEventListener(
      'dragstart',
      (event) => {
        if (byTouch) return event.preventDefault()
        dragged = event.target instanceof Element ? whatIsDragged(event.target) : undefined
        if (!dragged || !event.dataTransfer) return
        // A link can also be dragged elsewhere.
        event.dataTransfer.effectAllowed = 'all'
        if (dragged.kind === 'section') event.dataTransfer.setData('application/x-rivulet-section', dragged.id)
      },
      { signal },
    )
    list.addEventListener(
      'dragover',
      (event) => {
        const found = dragged && findPlace(dragged, event)
        setPlace(found)
        if (!found) return
        event.preventDefault()
        if (event.dataTransfer) event.dataTransfer.dropEffect = 'move'
      },
      { signal },
    )
    list.addEventListener(
      'dragleave',
      ({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node) || !list.contains(relatedTarget)) setPlace(undefined)
      },
      { signal },
    )
    list.addEventListener(
      'drop',
      (event) => {
        const found = dragged && findPlace(dragged, event)
        if (!dragged || !found) return
        event.preventDefault()
        const { kind, id } = dragged
        // A row that moves to another group is made anew: no browser says of the old one that its drag has ended.
        end()
        if (found.before === id) return
        orTell(kind === 'channel' ? moveChannel(id, found.section, found.before) : putSectionBefore(id, found.before))
      },
      { signal },
    )
    list.addEventListener('dragend', end, { signal })
    return () => stop.abort()
  }, [list])
  return place
}

function whatIsDragged(target: Element): Dragged | undefined {
  const channel = target.closest<HTMLElement>('[data-channel]')?.dataset['channel']
  if (channel) return { kind: 'channel', id: channel }
  const section = target.matches('[draggable="true"]') && target.closest<HTMLElement>('[data-group]')?.dataset['group']
  return section ? { kind: 'section', id: section } : undefined
}

function findPlace(dragged: Dragged, { target, clientY }: DragEvent): DropPlace | undefined {
  const { sidebar } = workspace.getState()
  const own = sidebar?.sections.map(({ id }) => id) ?? []
  const found = target instanceof Element ? findDropPlace(dragged, target, clientY, own) : undefined
  // What is in no section cannot be taken out of one.
  return found && !found.section && !sectionOf(sidebar, dragged.id) ? undefined : found
}
