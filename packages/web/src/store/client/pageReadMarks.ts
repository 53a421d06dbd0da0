import { workspace } from '#store/workspace/workspace.ts'
import { onFrame, send } from './pageClient.ts'
import { createReadMarks } from './readMarks.ts'

/** The read marks of this page. */
export const { markRead, markReadInThread, markThreadRead, withdrawMark } = createReadMarks(workspace, send, onFrame)
