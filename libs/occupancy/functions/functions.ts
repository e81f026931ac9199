import { allocatableBelow } from '#libs/occupancy/functions/allocatable-below';
import { blockingHolders } from '#libs/occupancy/functions/blocking-holders';
import { bookableLocations } from '#libs/occupancy/functions/bookable-locations';
import { exchangePlaces } from '#libs/occupancy/functions/exchange-places';
import { exchangePlacesInTurn } from '#libs/occupancy/functions/exchange-places-in-turn';
import { hasOtherPlaces } from '#libs/occupancy/functions/has-other-places';
import { holdersBelow } from '#libs/occupancy/functions/holders-below';
import { isFull } from '#libs/occupancy/functions/is-full';
import { isWhole } from '#libs/occupancy/functions/is-whole';
import { lateStays } from '#libs/occupancy/functions/late-stays';
import { leavePlaces } from '#libs/occupancy/functions/leave-places';
import { lengthenCleaning } from '#libs/occupancy/functions/lengthen-cleaning';
import { locationPaths } from '#libs/occupancy/functions/location-paths';
import { namedPlaces } from '#libs/occupancy/functions/named-places';
import { nights } from '#libs/occupancy/functions/nights';
import { oddHolders } from '#libs/occupancy/functions/odd-holders';
import { openBelow, openLocation } from '#libs/occupancy/functions/open-locations';
import { overstay } from '#libs/occupancy/functions/overstay';
import { placeToBook } from '#libs/occupancy/functions/place-to-book';
import { placesToTake } from '#libs/occupancy/functions/places-to-take';
import { requireHolder } from '#libs/occupancy/functions/require-holder';
import { residents } from '#libs/occupancy/functions/residents';
import { shortenCleaning } from '#libs/occupancy/functions/shorten-cleaning';
import { retakenBy } from '#libs/occupancy/functions/retaken-by';
import { slotToResume } from '#libs/occupancy/functions/slot-to-resume';
import type { SqlFunction } from '#libs/occupancy/functions/sql-function';
import { takePlaces } from '#libs/occupancy/functions/take-places';
import { takeSinglePlaces } from '#libs/occupancy/functions/take-single-places';
import { takenNights } from '#libs/occupancy/functions/taken-nights';
import { timeline } from '#libs/occupancy/functions/timeline';

/** Every function of the database that decides about places or names them, in an order in which they can be made. */
export const FUNCTIONS: readonly SqlFunction[] = [
  nights,
  overstay,
  lateStays,
  bookableLocations,
  namedPlaces,
  locationPaths,
  residents,
  oddHolders,
  takenNights,
  allocatableBelow,
  isWhole,
  hasOtherPlaces,
  isFull,
  slotToResume,
  retakenBy,
  placesToTake,
  holdersBelow,
  blockingHolders,
  placeToBook,
  shortenCleaning,
  lengthenCleaning,
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
