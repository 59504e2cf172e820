// 'Your Orders' with its state in the address.
import { useLocation, useRouter, useSearch } from '../../lib/router/provider.tsx';
import { formatQuery } from '../../lib/router/query-string.ts';
import { OrderHistory } from '../../parts/orders/order-history.tsx';
import { type ListState, listSearch, readListState } from '../../parts/orders/order-list.ts';
import { SharedOrder } from '../../parts/orders/shared-order.tsx';

export function OrdersTab() {
  const search = useSearch();
  const router = useRouter();
  const { pathname } = useLocation();
  const orderId = /^\d{1,12}$/.test(search.orderId ?? '') ? Number(search.orderId) : null;
  const show = (state: ListState): void =>
    void router.navigate({
      href: pathname + formatQuery(listSearch(state)),
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      {orderId !== null && search.key && (
        <SharedOrder
          repeated={{ orderId, key: search.key }}
          onClose={() => show(readListState(search))}
        />
      )}
      <OrderHistory state={readListState(search)} onState={show} openOrder={orderId} />
    </>
  );
}
