// The examples of the repository, as the page offers them.
import drinks from '../../../examples/broken/drinks.yaml';
import menus from '../../../examples/broken/menus.yaml';
import orders from '../../../examples/broken/orders.yaml';
import hawaii from '../../../examples/broken/pizza-hawaii.yaml';
import reservations from '../../../examples/broken/reservations.yaml';
import shifts from '../../../examples/broken/shifts.yaml';
import vesuvio from '../../../examples/good/oven-vesuvio.yaml';
import ovens from '../../../examples/good/ovens.yaml';
import pizzas from '../../../examples/good/pizzas.yaml';

export interface Example {
  /** By this, an address names it: `?example=orders`. */
  id: string;
  title: string;
  crd: string;
  resource: string;
}

export const EXAMPLES: readonly Example[] = [
  { id: 'pizza', title: 'A custom resource that the server rejects', crd: pizzas, resource: hawaii },
  { id: 'orders', title: 'CEL rules: errors, and one that costs too much', crd: orders, resource: '' },
  { id: 'menus', title: 'Lists that server-side apply cannot merge', crd: menus, resource: '' },
  { id: 'drinks', title: 'A schema that is not structural', crd: drinks, resource: '' },
  { id: 'reservations', title: 'Defaults where the server does not allow them', crd: reservations, resource: '' },
  { id: 'shifts', title: 'Lost indentation', crd: shifts, resource: '' },
  { id: 'ovens', title: 'A valid CRD and a custom resource', crd: ovens, resource: vesuvio },
];
