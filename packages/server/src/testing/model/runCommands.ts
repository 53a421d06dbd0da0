import type { Step } from './commands.ts'
import type { CrashableServer } from './crashableServer.ts'
import { idleTimeout } from './threadModel.ts'
import { createWorld, type World } from './world.ts'

/** Performs the commands on a thread of a real server and on its model, and compares the two. */
export async function runCommands(server: CrashableServer, steps: readonly Step[]): Promise<void> {
  const world = await createWorld(server)
  await performAll(world, steps, server.checkEvery).finally(world.end)
}

async function performAll(world: World, steps: readonly Step[], checkEvery: number): Promise<void> {
  for (const [i, step] of steps.entries()) {
    await world.perform(step)
    world.checkViewers()
    const isRevealing = step.do === 'crash' || step.do === 'clock'
    if (isRevealing || i % checkEvery === 0) await world.checkStored()
  }
  await world.perform({ do: 'clock', seconds: idleTimeout + 10 })
  await world.perform({ do: 'look' })
  await world.checkStored()
}
