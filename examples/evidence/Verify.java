// Verifies evidence without the service: java -cp "jackson/*" Verify.java evidence-keys.json evidence.json …
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

public class Verify {
  private static final int MOST_BYTES = 2 * 1024 * 1024;
  private static final long MOST_MILLIS = 300_000;
  private static final int DEEPEST = 20;

  /** Parses strictly: refuses any text that two parsers could read differently. */
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  @SuppressWarnings("serial")
  private static class NotValid extends Exception {
    NotValid(String why) {
      super(why);
    }
  }

  private static void demand(boolean holds, String otherwise) throws NotValid {
    if (!holds) throw new NotValid(otherwise);
  }

  /** Returns what the evidence proves. Throws NotValid if it proves nothing. */
  private static String verify(byte[] text, JsonNode keys) throws NotValid, GeneralSecurityException {
    JsonNode evidence = parsed(text);
    demand(
        hasOnly(evidence, "statement", "content", "device", "receipt")
            || hasOnly(evidence, "statement", "content", "device", "receipt", "request"),
        "the file is not evidence");
    JsonNode content = evidence.get("content");
    JsonNode device = evidence.get("device");
    demand(content.path("actions").isArray(), "content: it has no actions");
    demand(device.path("public_key").isObject(), "device: it has no public_key");
    Jws statement = Jws.of(evidence.get("statement"));
    Jws receipt = Jws.of(evidence.get("receipt"));

    // Checks the statement: the device has signed this answer to this content.
    JsonNode said = statement.payload;
    demand(
        hasOnly(said, "notification_uuid", "content_digest", "response", "iat", "nonce"),
        "statement: it has other members");
    statement.header.remove("typ"); // `typ` is optional
    demand(
        hasOnly(statement.header, "alg", "kid") && isText(statement.header.get("alg"), "ES256"),
        "statement: its header is wrong");
    demand(statement.header.get("kid").equals(device.get("device_id")), "statement: it names another device");
    demand(isText(said.get("content_digest"), digest(content)), "content: the statement is about different content");
    demand(
        StreamSupport.stream(content.get("actions").spliterator(), false)
            .anyMatch(action -> said.get("response").equals(action.get("action"))),
        "content: the response is not one of its actions");
    demand(statement.isSignedBy(device.get("public_key")), "statement: the device has not signed it");

    if (evidence.has("request")) checkRequest(evidence.get("request"), content);

    // Checks the receipt: the service has signed that it received all of this, and when.
    JsonNode received = receipt.payload;
    demand(hasOnly(received, "evidence_digest", "received_at"), "receipt: it has other members");
    JsonNode key = null;
    for (JsonNode one : keys.path("keys")) if (one.path("kid").equals(receipt.header.get("kid"))) key = one;
    demand(key != null, "receipt: no published key has its id");
    demand(
        hasOnly(receipt.header, "alg", "kid", "typ")
            && isText(receipt.header.get("alg"), "ES256")
            && isText(receipt.header.get("typ"), "evidence-receipt+jwt"),
        "receipt: its header is wrong");
    demand(receipt.isSignedBy(key), "receipt: the service has not signed it");
    ObjectNode basis = evidence.deepCopy();
    basis.remove("receipt");
    demand(isText(received.get("evidence_digest"), digest(basis)), "receipt: it was issued for something else");
    String at = received.get("received_at").asText();
    demand(at.matches("\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z"), "receipt: it has no time");
    demand(
        at.compareTo(key.path("created_at").asText(at)) >= 0 && at.compareTo(key.path("retired_at").asText(at)) <= 0,
        "receipt: its key was not in use then");
    demand(
        said.get("iat").isIntegralNumber()
            && Math.abs(Instant.parse(at).toEpochMilli() - said.get("iat").asLong() * 1000) <= MOST_MILLIS,
        "statement: of another time");
    return String.format(
        "%s answered %s to %s, received %s",
        device.path("user_id").asText(), said.get("response").asText(), said.get("notification_uuid").asText(), at);
  }

  /** Checks a program's request: the answer commits to the request, and the shown text results from it. */
  private static void checkRequest(JsonNode request, JsonNode content) throws NotValid, GeneralSecurityException {
    JsonNode texts = request.path("texts");
    demand(texts.isObject(), "request: it has no texts");
    ObjectNode committed = request.deepCopy();
    committed.remove("texts");
    String ending = "." + digest(committed);
    for (JsonNode one : content.get("actions")) {
      String answer = one.path("action").asText();
      demand(answer.equals("fraud") || answer.endsWith(ending), "request: the answer is about other details");
    }
    demand(
        isText(request.path("template").get("digest"), digest(texts)),
        "request: its template is not the one that was used");
    for (JsonNode shown : content.path("body")) {
      JsonNode text = texts.path(shown.path("lng").asText());
      for (String name : new String[] {"subject", "message"}) {
        demand(
            text.path(name).isTextual() && isText(shown.get(name), filled(text.get(name).asText(), committed)),
            "content: the text is not what the template makes of the request");
      }
    }
  }

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([A-Za-z0-9_]+(?:\\.[A-Za-z0-9_]+)*)\\}");

  /** Replaces placeholders such as {authorization_details.0.amount}, but not those in inserted values. */
  private static String filled(String text, JsonNode request) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(
            found -> {
              JsonNode value = request;
              for (String name : found.group(1).split("\\.")) {
                value = value.isArray() ? value.path(name.matches("\\d{1,4}") ? Integer.parseInt(name) : -1) : value.path(name);
              }
              boolean isShown = value.isTextual() || value.isIntegralNumber() || value.isBoolean();
              return Matcher.quoteReplacement(isShown ? value.asText() : found.group());
            });
  }

  /** A compact JWS (RFC 7515) with ES256. */
  private record Jws(ObjectNode header, JsonNode payload, String signed, byte[] signature) {
    static Jws of(JsonNode value) throws NotValid {
      String[] parts = value.asText().split("\\.", -1);
      demand(value.isTextual() && parts.length == 3, "a part is no compact JWS");
      byte[] signature = fromBase64url(parts[2]);
      demand(signature.length == 64, "a signature has another length");
      ObjectNode header = parsed(fromBase64url(parts[0]));
      return new Jws(header, parsed(fromBase64url(parts[1])), parts[0] + "." + parts[1], signature);
    }

    boolean isSignedBy(JsonNode jwk) {
      try {
        Signature check = Signature.getInstance("SHA256withECDSAinP1363Format");
        check.initVerify(keyOf(jwk));
        check.update(signed.getBytes(StandardCharsets.US_ASCII));
        return check.verify(signature);
      } catch (GeneralSecurityException | NotValid wrong) {
        return false;
      }
    }
  }

  private static PublicKey keyOf(JsonNode jwk) throws GeneralSecurityException, NotValid {
    demand(isText(jwk.get("kty"), "EC") && isText(jwk.get("crv"), "P-256"), "a key is of another kind");
    AlgorithmParameters curve = AlgorithmParameters.getInstance("EC");
    curve.init(new ECGenParameterSpec("secp256r1"));
    BigInteger x = new BigInteger(1, fromBase64url(jwk.path("x").asText()));
    BigInteger y = new BigInteger(1, fromBase64url(jwk.path("y").asText()));
    ECPublicKeySpec key = new ECPublicKeySpec(new ECPoint(x, y), curve.getParameterSpec(ECParameterSpec.class));
    return KeyFactory.getInstance("EC").generatePublic(key);
  }

  private static String digest(JsonNode value) throws GeneralSecurityException {
    StringBuilder text = new StringBuilder();
    writeCanonical(text, value);
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
    return toBase64url(hash);
  }

  /** The canonical form (RFC 8785). Its numbers are integers. */
  private static void writeCanonical(StringBuilder to, JsonNode value) {
    if (value.isObject()) {
      String separator = "{";
      Set<String> names = new TreeSet<>(); // ordered by UTF-16 code units
      value.fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        writeText(to.append(separator), name);
        writeCanonical(to.append(':'), value.get(name));
        separator = ",";
      }
      to.append(names.isEmpty() ? "{}" : "}");
    } else if (value.isArray()) {
      String separator = "[";
      for (JsonNode one : value) {
        writeCanonical(to.append(separator), one);
        separator = ",";
      }
      to.append(value.isEmpty() ? "[]" : "]");
    } else if (value.isTextual()) {
      writeText(to, value.asText());
    } else {
      to.append(value.asText());
    }
  }

  private static void writeText(StringBuilder to, String text) {
    to.append('"');
    for (char sign : text.toCharArray()) {
      int known = "\"\\\b\f\n\r\t".indexOf(sign);
      if (known >= 0) to.append('\\').append("\"\\bfnrt".charAt(known));
      else if (sign < ' ') to.append(String.format("\\u%04x", (int) sign));
      else to.append(sign);
    }
    to.append('"');
  }

  private static ObjectNode parsed(byte[] text) throws NotValid {
    demand(text.length <= MOST_BYTES, "the file is too large");
    try {
      JsonNode value = JSON.readTree(text);
      demand(value != null && value.isObject(), "a part is no JSON object");
      demand(isShallow(value, 0), "the file is nested too deeply");
      return (ObjectNode) value;
    } catch (IOException wrong) {
      throw new NotValid("a part is no JSON, or a name comes twice");
    }
  }

  private static boolean isShallow(JsonNode value, int depth) {
    if (depth >= DEEPEST) return value.isValueNode();
    return StreamSupport.stream(value.spliterator(), false).allMatch(one -> isShallow(one, depth + 1));
  }

  private static boolean hasOnly(JsonNode value, String... names) {
    Set<String> members = new TreeSet<>();
    value.fieldNames().forEachRemaining(members::add);
    return members.equals(Set.of(names).stream().collect(Collectors.toCollection(TreeSet::new)));
  }

  private static boolean isText(JsonNode value, String expected) {
    return value != null && value.isTextual() && value.asText().equals(expected);
  }

  private static String toBase64url(byte[] data) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(data);
  }

  private static byte[] fromBase64url(String text) throws NotValid {
    try {
      byte[] data = Base64.getUrlDecoder().decode(text);
      demand(toBase64url(data).equals(text), "a part is no base64url");
      return data;
    } catch (IllegalArgumentException wrong) {
      throw new NotValid("a part is no base64url");
    }
  }

  public static void main(String[] files) throws IOException, GeneralSecurityException {
    JsonNode keys = JSON.readTree(Path.of(files[0]).toFile());
    boolean allValid = true;
    for (int at = 1; at < files.length; at++) {
      try {
        System.out.println(files[at] + ": valid: " + verify(Files.readAllBytes(Path.of(files[at])), keys));
      } catch (NotValid problem) {
        allValid = false;
        System.out.println(files[at] + ": not valid: " + problem.getMessage());
      }
    }
    System.exit(allValid ? 0 : 1);
  }
}
