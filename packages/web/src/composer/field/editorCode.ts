import type * as Editor from '#editor/editor.ts'
import { useEffect, useState } from 'react'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { fetchUntilLoaded } from '#ui/fetchUntilLoaded.ts'
import { whenIdle } from '#ui/lazyComponent.tsx'

type EditorCode = typeof Editor

let loaded: EditorCode | undefined

/** The editor; undefined until its code was fetched, which begins once messages are shown and the page is idle. */
export function useEditorCode(): EditorCode | undefined {
  const [code, setCode] = useState(loaded)
  const isShown = useWorkspace((state) => Object.values(state.contents).some((content) => content.loaded))
  useEffect(() => {
    if (code || !isShown) return undefined
    let cancelled = false
    const cancel = whenIdle(() => {
      void fetchUntilLoaded(() => import('#editor/editor.ts')).then((fetched) => {
        loaded = fetched
        if (!cancelled) setCode(fetched)
      })
    })
    return () => {
      cancelled = true
      cancel()
    }
  }, [code, isShown])
  return code
}

/** The editor, if its code was fetched. */
export function editorCode(): EditorCode | undefined {
  return loaded
}
