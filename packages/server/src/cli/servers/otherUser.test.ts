import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backUp } from '#server/backup/backUp'
import { openStore } from '#server/openStore'
import { asNobody, nobody } from '#testing/asNobody'
import { createTempDirectory } from '#testing/server/command'
import { createOperatorCall } from './operatorClient.ts'

test.skipIf(process.getuid?.() !== 0)(
  '[KEY-8] a data directory of another user is told, with whose it is',
  async () => {
    const above = createTempDirectory()
    chmodSync(above, 0o755)
    const data = join(above, 'data')
    mkdirSync(data, { mode: 0o700 })
    writeFileSync(join(data, 'rivulet.db'), 'something')

    const words = `This user may not look into the directory ${data}, which belongs to root.`
    expect(() => asNobody(() => createOperatorCall({ data }, undefined))).toThrow(words)
    const config = { data, store: undefined, files: undefined, key: undefined }
    await expect(asNobody(() => backUp(config, join(above, 'copy'), '1.0.0'))).rejects.toThrow(words)
    await expect(asNobody(() => openStore(config, false))).rejects.toThrow(words)
    // The owner itself may look.
    chownSync(data, nobody, nobody)
    expect(() => asNobody(() => createOperatorCall({ data }, undefined))).not.toThrow()
  },
)
