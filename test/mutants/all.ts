// All unit tests of the app in one file, so that what they share is loaded once for each mutant.
import '../api/answer.test.ts';
import '../api/errors.test.ts';
import '../api/request.test.ts';
import '../authentication.test.ts';
import '../creates/acknowledge_order.test.ts';
import '../creates/deactivate_customer.test.ts';
import '../creates/set_stock.test.ts';
import '../creates/set_stock_bulk.test.ts';
import '../creates/update_order_status.test.ts';
import '../creates/upsert_customer.test.ts';
import '../fields/output.test.ts';
import '../fields/typed.test.ts';
import '../searches/find.test.ts';
import '../searches/list.test.ts';
import '../triggers/hooks.test.ts';
import '../triggers/polls.test.ts';
