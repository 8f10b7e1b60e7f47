import type { AnalysisFocusPreset } from '@sightline/protocol'

const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const workdays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const

/** What people mostly put a camera up for, in words that can be used as they are. */
export const focusPresets: readonly AnalysisFocusPreset[] = [
  {
    id: 'baby_safety',
    label: 'Baby safety',
    focus_text:
      'A baby or toddler in danger: climbing on or out of the cot, standing at its rail, lying face down or with the face covered by a blanket or toy, caught between bars, on the floor beside the bed, or with a cord, bag or small object in reach. Say also when the child is awake and upset, when somebody other than the usual carers enters, and when a pet gets into the cot.',
    ignore_guidance:
      'Quiet sleep, small movements and turning over while the face stays free, mobiles and night lights, the change to night vision, carers who feed, change or settle the child.',
    monitoring_schedule: [],
  },
  {
    id: 'package_delivery',
    label: 'Package delivery',
    focus_text:
      'Packages at the entrance: a courier who puts one down or takes one along, where it was put, whether it is still there later, and who picks it up. Most of all somebody who takes a package without having rung, who opens it on the spot, or who goes from door to door looking for packages.',
    ignore_guidance:
      'People and cars that only pass by, residents who come and go with their own bags, letters and leaflets, animals, shadows and rain.',
    monitoring_schedule: [{ days: [...everyDay], from: '06:00', to: '22:00' }],
  },
  {
    id: 'perimeter_security',
    label: 'Perimeter security',
    focus_text:
      'Anybody who gets in, or tries to: climbing, cutting or lifting the fence or gate, coming over a wall or roof, hiding, lingering along the boundary, trying doors, windows or locks, covering or turning a camera. Vehicles that stop at the boundary with their lights off, and people who carry tools, ladders or goods away. Say how many, what they carry and where they go.',
    ignore_guidance:
      'Animals, branches, shadows, headlights, insects near the lens, weather, traffic and people on the public road, staff in work clothes who use the gate.',
    monitoring_schedule: [
      { days: [...workdays], from: '19:00', to: '06:00' },
      { days: ['sat', 'sun'], from: '00:00', to: '24:00' },
    ],
  },
  {
    id: 'elderly_care',
    label: 'Elderly care',
    focus_text:
      'A person who falls, lies on the floor, slides from bed or chair, or cannot get up; who holds on to furniture, sways, or stands still for long in an unusual place; who wanders at night or leaves by the door at an unusual hour; who calls or waves for help. Say also when nobody has been seen to move for an unusually long part of the day, and when an unknown visitor comes in.',
    ignore_guidance:
      'Sleep in bed, sitting and watching television, slow walking with a stick or frame as usual, carers and family at work, pets.',
    monitoring_schedule: [],
  },
  {
    id: 'pet_monitoring',
    label: 'Pet monitoring',
    focus_text:
      'Pets that are in trouble or make it: eating or chewing what they must not (plants, cables, medicine, food left out), limping, vomiting, caught in something, pacing, scratching at the door or crying for long; damage to furniture; fights between animals; an animal that gets out or a strange one that comes in. Say which animal it was and what it did.',
    ignore_guidance:
      'Sleeping, eating and drinking from the bowl, play without damage, people who live in the house, movement outside of the window.',
    monitoring_schedule: [{ days: [...workdays], from: '07:00', to: '19:00' }],
  },
  {
    id: 'retail_security',
    label: 'Retail security',
    focus_text:
      'Theft and threats in a shop: goods put into clothes, bags or prams, tags removed, several people who distract staff while another takes things, reaching over the counter or into the till, people who leave past the tills with goods they did not pay for, threats, fights, weapons, damage, and somebody who stays behind after closing. Say what was taken, from which shelf, and what the person wore.',
    ignore_guidance:
      'Customers who look at goods and put them back, try things on in view, or pay; staff who fill shelves, clean or count the till; children at play; queues.',
    monitoring_schedule: [],
  },
  {
    id: 'traffic_monitoring',
    label: 'Traffic monitoring',
    focus_text:
      'Events on the road: collisions and near misses, vehicles that go the wrong way, run a red light, stop on a lane, crossing or cycle path, block an exit, or go much faster than the rest; people, cyclists or animals on the carriageway; lost loads, smoke or fire; queues that do not dissolve. Say which kinds of vehicles, which lane and which direction.',
    ignore_guidance:
      'Traffic that flows, vehicles parked where they may, pedestrians on the pavement and at green, rain, glare and headlights.',
    monitoring_schedule: [],
  },
]
