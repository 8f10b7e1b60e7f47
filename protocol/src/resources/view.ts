import { z } from 'zod'
import { Id, Name, Timestamp } from './common.js'

/** How the tiles of a view stand: all alike, with one or two large ones, or each by its own size. */
export const ViewLayout = z
  .enum(['even', 'one_large', 'two_large', 'by_hand'])
  .describe('How the pictures stand: all alike, with one or two large ones, or each in its own `size`')

/** A camera of a view. */
const ViewCamera = z.object({
  camera_id: Id,
  size: z.number().int().min(1).max(3).default(1).describe('1 to 3; it counts with the layout `by_hand`'),
})

/** Seconds after which a view goes on by itself; null: it stays. */
const RotateSec = z
  .number()
  .int()
  .min(10)
  .max(60)
  .nullable()
  .describe(
    'Goes on by itself after so many seconds: to the next page, or the next camera in the large place. null: it stays',
  )

const Position = z.number().int().min(0).max(999)

const isEachOnce = (cameras: readonly { readonly camera_id: string }[]): boolean =>
  new Set(cameras.map(({ camera_id: id }) => id)).size === cameras.length

const ViewCameras = z.array(ViewCamera).min(1).max(256).refine(isEachOnce, 'a camera is in a view once')

/** Cameras that somebody looks at together, and how they stand. */
export const View = z
  .object({
    id: Id,
    name: Name,
    shared: z.boolean().describe('It belongs to the organisation, else to you alone'),
    layout: ViewLayout,
    cameras: z.array(ViewCamera).describe('In their order; those at sites that you do not see are left out'),
    rotate_sec: RotateSec,
    position: Position.describe('Its place, from 0, among those of the organisation or your own'),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'View' })

export const ViewCreate = z.object({
  name: Name,
  shared: z.boolean().default(false).describe('For everybody of the organisation; operators and above'),
  layout: ViewLayout.default('even'),
  cameras: ViewCameras,
  rotate_sec: RotateSec.default(null),
  position: Position.optional().describe('Without it, the last'),
})

/** At least one field. `cameras` replaces all of them. */
export const ViewPatch = z
  .object({
    name: Name,
    shared: z
      .boolean()
      .describe(
        'true gives it to the organisation; false makes one of the organisation your own. Operators and above',
      ),
    layout: ViewLayout,
    cameras: ViewCameras,
    rotate_sec: RotateSec,
    position: Position.describe('The others make room'),
  })
  .partial()
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), 'no field to change')

export const ViewList = z.object({ data: z.array(View), total: z.number().int().min(0) })

export type ViewLayout = z.infer<typeof ViewLayout>
export type View = z.infer<typeof View>
export type ViewCreate = z.infer<typeof ViewCreate>
export type ViewPatch = z.infer<typeof ViewPatch>
