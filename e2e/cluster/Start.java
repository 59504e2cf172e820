// Starts one real OpenSearch node for the cluster tests: java -cp "lib/*" Start.java DATA_FOLDER HTTP_PORT
import static org.codelibs.opensearch.runner.OpenSearchRunner.newConfigs;

import org.codelibs.opensearch.runner.OpenSearchRunner;

public class Start {
  public static void main(String[] arguments) throws Exception {
    int port = Integer.parseInt(arguments[1]);
    OpenSearchRunner runner = new OpenSearchRunner();
    runner.setMaxHttpPort(port);
    runner.onBuild((number, settings) -> {
      settings.put("discovery.type", "single-node");
      settings.put("http.port", arguments[1]);
      settings.put("cluster.routing.allocation.disk.threshold_enabled", false);
    }).build(newConfigs().clusterName("isobar-test").basePath(arguments[0]).numOfNode(1).baseHttpPort(port - 1));
    runner.ensureYellow();
    System.out.println("ready http://127.0.0.1:" + port);
    Thread.currentThread().join();
  }
}
