import { allocatableBelow } from '#libs/occupancy/functions/allocatable-below';
import { blockingHolders } from '#libs/occupancy/functions/blocking-holders';
import { exchangePlaces } from '#libs/occupancy/functions/exchange-places';
import { exchangePlacesInTurn } from '#libs/occupancy/functions/exchange-places-in-turn';
import { holdersBelow } from '#libs/occupancy/functions/holders-below';
import { isWhole } from '#libs/occupancy/functions/is-whole';
import { leavePlaces } from '#libs/occupancy/functions/leave-places';
import { nights } from '#libs/occupancy/functions/nights';
import { openBelow, openLocation } from '#libs/occupancy/functions/open-locations';
import { overstay } from '#libs/occupancy/functions/overstay';
import { placeToBook } from '#libs/occupancy/functions/place-to-book';
import { placesToTake } from '#libs/occupancy/functions/places-to-take';
import { requireHolder } from '#libs/occupancy/functions/require-holder';
import type { SqlFunction } from '#libs/occupancy/functions/sql-function';
import { takePlaces } from '#libs/occupancy/functions/take-places';
import { takeSinglePlaces } from '#libs/occupancy/functions/take-single-places';
import { timeline } from '#libs/occupancy/functions/timeline';

/** Every function of the database that decides about places, in an order in which they can be made. */
export const FUNCTIONS: readonly SqlFunction[] = [
  nights,
  overstay,
  allocatableBelow,
  isWhole,
  placesToTake,
  holdersBelow,
  blockingHolders,
  placeToBook,
  takePlaces,
  takeSinglePlaces,
  leavePlaces,
  exchangePlacesInTurn,
  exchangePlaces,
  timeline,
  openLocation,
  openBelow,
  requireHolder,
];
