import { objectCategories } from '@sightline/protocol'

const categories = new Set<string>(objectCategories.map(({ id }) => id))

/** What models say for the categories that analysis has. Others stay as they are. */
const otherNames: Readonly<Record<string, string>> = {
  people: 'person',
  persons: 'person',
  human: 'person',
  humans: 'person',
  pedestrian: 'person',
  man: 'person',
  men: 'person',
  woman: 'person',
  women: 'person',
  child: 'person',
  children: 'person',
  automobile: 'car',
  suv: 'car',
  sedan: 'car',
  lorry: 'truck',
  motorbike: 'motorcycle',
  scooter: 'motorcycle',
  bike: 'bicycle',
  number_plate: 'license_plate',
  licence_plate: 'license_plate',
  parcel: 'package',
  cardboard_box: 'package',
  rucksack: 'backpack',
  purse: 'handbag',
  gun: 'weapon',
  knife: 'weapon',
  puppy: 'dog',
  kitten: 'cat',
  flame: 'fire',
  flames: 'fire',
}

/** An object as rules know it: an object category where one fits, else the model's own word. */
export function categoryLabel(word: string): string {
  const joined = word.replaceAll(/[\s-]+/g, '_')
  const single = joined.replace(/s$/, '')
  for (const form of [joined, single]) {
    if (categories.has(form)) return form
    const other = Object.hasOwn(otherNames, form) ? otherNames[form] : undefined
    if (other !== undefined) return other
  }
  return word
}
