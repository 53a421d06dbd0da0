import { openMarkdownBlocks } from '@rivulet/blocks/markdown'
import { saidEverywhere, saidInBlocks } from '@rivulet/blocks/testing/saidEverywhere'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Blocks } from '#blocks/Blocks.tsx'
import { type Viewer, ViewerContext } from '#blocks/viewer.ts'

// The page of compat/src/browser/harmless.test.ts: draws what it is told as the client does, and looks for harm.
declare global {
  interface Window {
    harmOf: (text: string, open?: boolean) => string | undefined
  }
}

const place = document.createElement('main')
document.body.append(place)
const root = createRoot(place)

/**
 * What there is that could do something once this text stands in every field of every block; undefined if nothing.
 * `open`: also in every element, and in what a step of a plan shows only when it is opened.
 */
window.harmOf = (text, open = false) => {
  flushSync(() =>
    root.render(
      <ViewerContext value={named(text)}>
        <Blocks blocks={open ? saidEverywhere(text) : saidInBlocks(text)} />
        <Blocks blocks={openMarkdownBlocks(text)} caret />
      </ViewerContext>,
    ),
  )
  if (open)
    flushSync(() => place.querySelectorAll<HTMLElement>('[aria-expanded="false"]').forEach((button) => button.click()))
  return harmIn(place)
}

function named(text: string): Viewer {
  const group = { handle: text, users: [text] }
  return { you: text, user: () => text, channel: () => text, usergroup: () => group, emoji: { wave: text } }
}

const tools = new Set('script iframe object embed style link meta base form template math'.split(' '))
const loading = new Set(['srcdoc', 'formaction'])
const addresses = new Set(['href', 'src', 'action', 'xlink:href'])

function harmIn(where: HTMLElement): string | undefined {
  if ('harm' in window) return 'a script ran'
  for (const one of where.querySelectorAll('*')) {
    if (tools.has(one.localName)) return one.outerHTML
    for (const name of one.getAttributeNames()) {
      if (name === 'class') continue
      const value = one.getAttribute(name) ?? ''
      if (name.startsWith('on') || loading.has(name)) return one.outerHTML
      if (addresses.has(name) && !/^(?:https?:|mailto:|\/c\/)/.test(value)) return one.outerHTML
      if (name === 'style' && !/^(?:background-color: rgba?\([\d., ]+\)|width: [\d.]+%);$/.test(value))
        return one.outerHTML
    }
  }
  return undefined
}
