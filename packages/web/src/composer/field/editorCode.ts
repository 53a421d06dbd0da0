import { useEffect, useState } from 'react'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { lazyCode, whenIdle } from '#ui/lazy/lazyCode.ts'

const code = lazyCode(() => import('#editor/editor.ts'))

/** The editor; undefined until its code was fetched, which begins once messages are shown and the page is idle. */
export function useEditorCode() {
  const [idle, setIdle] = useState(false)
  const isShown = useWorkspace((state) => Object.values(state.contents).some((content) => content.loaded))
  useEffect(() => (isShown ? whenIdle(() => setIdle(true)) : undefined), [isShown])
  return code.use(idle)
}

/** The editor, if its code was fetched. */
export const editorCode = code.get
