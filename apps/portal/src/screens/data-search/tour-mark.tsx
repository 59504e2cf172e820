// The label of the tours' button, the same before and after their menu is loaded.
import { Route } from 'lucide-react';

export const TourMark = () => (
  <>
    <Route size={16} aria-hidden />
    Tour
  </>
);
