import { autoUpdate, computePosition, flip, offset, shift, size } from '@floating-ui/dom'
import { useLayoutEffect, type RefObject } from 'react'

const gap = 4
const edge = 8
const maxHeight = 320

/**
 * Keeps a floating element below its anchor, or above where there is more room. The element is fixed to the window, so that
 * no scrolling container cuts it off.
 */
export function useFloatingPosition(
  floating: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const [list, box] = [floating.current, anchor.current]
    return list && box ? autoUpdate(box, list, () => void place(list, box)) : undefined
  }, [floating, anchor])
}

async function place(list: HTMLElement, box: HTMLElement): Promise<void> {
  const { x, y } = await computePosition(box, list, {
    strategy: 'fixed',
    placement: 'bottom-start',
    middleware: [
      offset(gap),
      flip({ padding: edge }),
      shift({ padding: edge }),
      size({
        padding: edge,
        apply: ({ rects, availableWidth, availableHeight }) => {
          Object.assign(list.style, {
            minWidth: `${Math.min(rects.reference.width, availableWidth)}px`,
            maxWidth: `${availableWidth}px`,
            maxHeight: `${Math.min(availableHeight, maxHeight)}px`,
          })
        },
      }),
    ],
  })
  Object.assign(list.style, { left: `${x}px`, top: `${y}px` })
}
