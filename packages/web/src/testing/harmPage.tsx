import { blocksFromPartialMarkdown } from '@rivulet/blocks/markdown'
import { fillBlocksAndElements, fillBlocks } from '@rivulet/blocks/testing/filledBlocks'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Blocks } from '#blocks/Blocks.tsx'
import { type Viewer, ViewerContext } from '#blocks/viewer.ts'

// The page of compat/src/browser/injections.test.ts: draws blocks as the client does, and looks for harmful markup.
declare global {
  interface Window {
    findHarm: (text: string, open?: boolean) => string | undefined
  }
}

const container = document.createElement('main')
document.body.append(container)
const root = createRoot(container)

/**
 * Draws blocks with `text` in every field, and returns the HTML of the first harmful element; undefined if there is
 * none. With `open`, the text is also in every element, and the details of plans are opened.
 */
window.findHarm = (text, open = false) => {
  flushSync(() =>
    root.render(
      <ViewerContext value={createViewer(text)}>
        <Blocks blocks={open ? fillBlocksAndElements(text) : fillBlocks(text)} />
        <Blocks blocks={blocksFromPartialMarkdown(text)} caret />
      </ViewerContext>,
    ),
  )
  if (open)
    flushSync(() =>
      container.querySelectorAll<HTMLElement>('[aria-expanded="false"]').forEach((button) => button.click()),
    )
  return findHarmIn(container)
}

/** A viewer in whose workspace everything is named `text`. */
function createViewer(text: string): Viewer {
  const group = { handle: text, mine: true }
  return { userId: text, user: () => text, channel: () => text, usergroup: () => group, emoji: { wave: text } }
}

const harmfulTags = new Set('script iframe object embed style link meta base form template math'.split(' '))
const harmfulAttributes = new Set(['srcdoc', 'formaction'])
const urlAttributes = new Set(['href', 'src', 'action', 'xlink:href'])

function findHarmIn(parent: HTMLElement): string | undefined {
  if ('harm' in window) return 'a script ran'
  for (const element of parent.querySelectorAll('*')) {
    if (harmfulTags.has(element.localName)) return element.outerHTML
    for (const name of element.getAttributeNames()) {
      if (name === 'class') continue
      const value = element.getAttribute(name) ?? ''
      if (name.startsWith('on') || harmfulAttributes.has(name)) return element.outerHTML
      if (urlAttributes.has(name) && !/^(?:https?:|mailto:|\/c\/)/.test(value)) return element.outerHTML
      if (name === 'style' && !/^(?:background-color: rgba?\([\d., ]+\)|width: [\d.]+%);$/.test(value))
        return element.outerHTML
    }
  }
  return undefined
}
