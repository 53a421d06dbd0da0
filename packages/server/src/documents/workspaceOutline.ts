import { z } from 'zod'

const maxPeople = 10_000
const maxChannels = 1000

const name = z.string().min(1, 'must not be empty').max(80, 'has at most 80 characters')
const manifest = z.record(z.string().max(255), z.unknown())
const path = z.string().max(4096)

const fields = {
  name: name.optional().describe('The name of the workspace.'),
  people: z
    .array(name)
    .max(maxPeople, `are at most ${maxPeople}`)
    .optional()
    .describe('Names of people, `ana` and `ben` by default. The first is an admin.'),
  channels: z
    .union([z.array(name), z.record(name, z.array(name))], 'needs to be a list of names, or lists of members by name')
    .refine((channels) => Object.keys(channels).length <= maxChannels, `are at most ${maxChannels}`)
    .optional()
    .describe(
      'Names of public channels, `general` by default, with everybody in them; or members by name of the channel.',
    ),
}

/** A workspace in a few words, with the manifests of its apps. */
export const workspaceOutline = z.strictObject({
  ...fields,
  apps: z.array(manifest).max(100, 'are at most 100').optional().describe('The manifests of its apps.'),
})

/** The same, where manifests may also be files. */
export const outlineWithFiles = workspaceOutline.extend({ apps: z.array(z.union([manifest, path])).optional() })

export type WorkspaceOutline = z.output<typeof outlineWithFiles>

/** How many memberships the channels of an outline may have together. */
export const maxOutlineMembers = 100_000
