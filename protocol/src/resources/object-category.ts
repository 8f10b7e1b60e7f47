import { z } from 'zod'

/**
 * What analysis can find in a picture, in a stable order: people first, then what they drive, carry and leave, animals,
 * and dangers. An id never changes; new ones are added at the end of the list.
 */
export const objectCategories = [
  { id: 'person', label: 'Person' },
  { id: 'face', label: 'Face' },
  { id: 'bicycle', label: 'Bicycle' },
  { id: 'motorcycle', label: 'Motorcycle' },
  { id: 'car', label: 'Car' },
  { id: 'van', label: 'Van' },
  { id: 'truck', label: 'Truck' },
  { id: 'bus', label: 'Bus' },
  { id: 'train', label: 'Train' },
  { id: 'boat', label: 'Boat' },
  { id: 'license_plate', label: 'License plate' },
  { id: 'backpack', label: 'Backpack' },
  { id: 'handbag', label: 'Handbag' },
  { id: 'suitcase', label: 'Suitcase' },
  { id: 'package', label: 'Package' },
  { id: 'tool', label: 'Tool' },
  { id: 'ladder', label: 'Ladder' },
  { id: 'weapon', label: 'Weapon' },
  { id: 'dog', label: 'Dog' },
  { id: 'cat', label: 'Cat' },
  { id: 'bird', label: 'Bird' },
  { id: 'animal', label: 'Other animal' },
  { id: 'fire', label: 'Fire' },
  { id: 'smoke', label: 'Smoke' },
] as const

export const ObjectCategory = z
  .object({
    id: z.enum(objectCategories.map(({ id }) => id)),
    label: z.string().describe('English'),
  })
  .meta({ id: 'ObjectCategory' })

/** Answer of `GET /api/v1/object-categories`. */
export const ObjectCategoryList = z.object({ data: z.array(ObjectCategory), total: z.number().int().min(0) })

export type ObjectCategory = z.infer<typeof ObjectCategory>
